export const memories = {
  title: "Memories",
};
