import { type LoadDevicesOptions, runLoadDevices } from "./load-devices.ts";

/** Runs devices of the load test in a process of their own; the options are its argument, the result its last message. */
const options = JSON.parse(process.argv[2] ?? "") as LoadDevicesOptions;
const othersEnded = new Promise<void>((resolve) => process.once("message", () => resolve()));
const result = await runLoadDevices(options, () => process.send?.("started"), othersEnded);
process.send?.(result, () => process.exit(0));
