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
  app_start_failed: ({ problem, remedy }) => ({ message: `Recollect 未能启动。${problem}`, hint: remedy }),
  app_start_timeout: ({ seconds }) => ({ message: `Recollect 启动后 ${seconds} 秒内没有响应。` }),
  app_address_foreign: ({ port }) => ({
    message: `端口 ${port}（Recollect 上次使用的端口）现由其他程序占用。没有向它发送任何内容。`,
    hint: "请停止该程序，然后重新启动 Recollect。",
  }),
  app_stopped: ({ pid }) => ({
    message: `Recollect 没有响应：其进程（${pid}）已被挂起。`,
    hint: `用 \`kill -CONT ${pid}\` 让它继续，或用 \`kill -KILL ${pid}\` 结束它。已确认的记忆不会丢失。`,
  }),
  app_not_responding: () => ({ message: "Recollect 没有响应。" }),
  app_connection_lost: ({ problem }) => ({ message: `与 Recollect 的连接已断开（${problem}）。` }),
};
