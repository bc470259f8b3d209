import { expect, it } from "vitest";
import { isWorthSearching } from "./prompt-text.ts";

it.each([
  "yes",
  "ok, go on please",
  "ja, mach bitte weiter so",
  "weiter",
  "ok mach",
  "Nein, das ist falsch, nochmal bitte",
  "continúa",
  "sí, adelante por favor",
  "vale, sigue así",
  "d'accord, vas-y",
  "oui, continue comme ça s'il te plaît",
  "sim, pode continuar por favor",
  "sì, vai avanti così",
  "ja, ga maar verder",
  "ja, fortsätt gärna",
  "ja, fortsæt bare",
  "joo, jatka vain",
  "tak, kontynuuj proszę",
  "ano, pokračuj prosím",
  "да, продолжай пожалуйста",
  "так, продовжуй будь ласка",
  "evet, devam et lütfen",
  "igen, folytasd kérlek",
  "da, continuă te rog",
  "ya, lanjutkan saja",
  "vâng, tiếp tục đi",
  "继续",
  "好的，请继续下一步",
  "はい、続けてください",
  "お願いします",
  "네, 계속 진행해 주세요",
  "نعم، استمر من فضلك",
  "हाँ, जारी रखो",
  "/compact now please everything",
  "<task-notification><summary>Agent completed the database migration</summary></task-notification>",
  "Stop hook feedback:\n[check]: the login test fails on Windows",
  "<ide_opened_file>The user opened src/payment/checkout.ts</ide_opened_file>\nweiter bitte",
  "<environment_context><cwd>/work/shop</cwd></environment_context>",
  "[TASK RESUMPTION] Please continue where you left off.",
])("does not search for %j", (prompt) => {
  expect(isWorthSearching(prompt)).toBe(false);
});

it.each([
  "fix the flaky login test",
  "Behebe den wackligen Login-Test",
  "corrige la prueba de inicio de sesión",
  "corrige le test de connexion",
  "修复登录测试",
  "ログインのテストを修正してください",
  "로그인 테스트를 수정해 주세요",
  "почини нестабильный тест входа",
  "<ide_opened_file>x</ide_opened_file>\nwhich database do we use?",
])("searches for %j", (prompt) => {
  expect(isWorthSearching(prompt)).toBe(true);
});
