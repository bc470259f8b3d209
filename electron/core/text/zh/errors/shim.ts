import type { shimErrors as english } from "../../en/errors/shim.ts";
import type { Translation } from "../../message.ts";

export const shimErrors: Translation<typeof english> = {
  app_not_running: () => ({ message: "Recollect 没有运行。" }),
  app_start_unknown: () => ({
    message: "Recollect 没有运行，此程序也没有启动它的命令。",
    hint: "请启动 Recollect，然后重试。",
  }),
  app_start_command_failed: ({ command, problem }) => ({
    message: `Recollect 没有运行。启动命令失败（${problem}）。`,
    hint: `请检查命令：${command}`,
  }),
  app_exited_at_start: ({ end, logFolder }) => ({
    message: `Recollect 没有运行。它在启动时退出（${end}）。`,
    hint: `请查看 ${logFolder} 中的日志文件。`,
  }),
  app_start_timeout: ({ seconds }) => ({ message: `Recollect 启动后 ${seconds} 秒内没有响应。` }),
  app_not_responding: () => ({ message: "Recollect 没有响应。" }),
  app_connection_lost: ({ problem }) => ({ message: `与 Recollect 的连接已断开（${problem}）。` }),
};
