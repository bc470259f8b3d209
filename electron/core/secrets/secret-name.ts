const SECRET_NAME = /token|key|secret|password|passwd|credential|auth(?!or(?!i))|cookie/i;

/** Whether a variable or a header of a server has a name of values that are probably secret. */
export function hasSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
