export const clients = {
  title: "Clients",
};
