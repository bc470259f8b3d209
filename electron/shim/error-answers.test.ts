import { describe, expect, it } from "vitest";
import { refusalAnswer } from "./error-answers.ts";

const answer = (status: number, body: string) => JSON.parse(refusalAnswer("7", status, body));

describe("refusalAnswer", () => {
  it("passes on a JSON-RPC error under the id of the request", () => {
    const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"mismatch","data":{"a":1}}}';
    expect(answer(400, body)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32020, message: "mismatch", data: { a: 1 } },
    });
  });

  it("tells what a REST error says, and its hint", () => {
    const body = '{"error":{"code":"permission_denied","message":"Not allowed.","hint":"Ask the owner."}}';
    expect(answer(403, body).error).toEqual({
      code: -32003,
      message: "Recollect refused the request: Not allowed. Ask the owner.",
      data: { httpStatus: 403 },
    });
  });

  it.each([
    [401, -32003],
    [413, -32600],
    [404, -32603],
    [500, -32000],
    [503, -32000],
  ])("names the status %i where the body says nothing", (status, code) => {
    expect(answer(status, "<html>").error).toMatchObject({ code, message: expect.stringContaining(String(status)) });
  });
});
