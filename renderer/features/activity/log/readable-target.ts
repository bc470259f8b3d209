/** What a message touched, easier on the eye: `recollect://acme%2Fshop/decisions/01J…` is `acme/shop/decisions/01J…`. */
export function readableTarget(target: string): string {
  if (!target.startsWith("recollect://")) {
    return target;
  }
  const path = target.slice("recollect://".length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
