import type { shimErrors as english } from "../../en/errors/shim.ts";
import { type Translation, words } from "../../message.ts";

export const shimErrors: Translation<typeof english> = {
  app_not_running: () => words("Recollect 没有运行。"),
  app_start_unknown: () => words("Recollect 没有运行，此程序也没有启动它的命令。", "请启动 Recollect，然后重试。"),
  app_start_command_failed: ({ command, problem }) =>
    words(`Recollect 没有运行。启动命令失败（${problem}）。`, `请检查命令：${command}`),
  app_exited_at_start: ({ end, logFolder }) =>
    words(`Recollect 没有运行。它在启动时退出（${end}）。`, `请查看 ${logFolder} 中的日志文件。`),
  app_start_failed: ({ problem, remedy }) => words(`Recollect 未能启动。${problem}`, remedy),
  app_start_timeout: ({ seconds }) => words(`Recollect 启动后 ${seconds} 秒内没有响应。`),
  app_address_foreign: ({ port }) =>
    words(
      `端口 ${port}（Recollect 上次使用的端口）现由其他程序占用。没有向它发送任何内容。`,
      "请停止该程序，然后重新启动 Recollect。",
    ),
  app_stopped: ({ pid }) =>
    words(
      `Recollect 没有响应：其进程（${pid}）已被挂起。`,
      `用 \`kill -CONT ${pid}\` 让它继续，或用 \`kill -KILL ${pid}\` 结束它。已确认的记忆不会丢失。`,
    ),
  app_not_responding: () => words("Recollect 没有响应。"),
  app_connection_lost: ({ problem }) => words(`与 Recollect 的连接已断开（${problem}）。`),
};
