import { WASI } from 'node:wasi'

/** The clock of WASI that counts the CPU time of the calling thread. */
const threadCpuTime = 3

/**
 * Opens a clock of the CPU time of this thread, in milliseconds. That of `process.threadCpuUsage` advances by
 * a tick of the kernel, four milliseconds where it has 250 of them a second, or when another program is run:
 * a short pass of the event loop seems to take four milliseconds, and a long one none.
 */
export function openThreadClock(): () => number {
  const wasi = new WASI({ version: 'preview1' })
  const memory = new runtime.WebAssembly.Memory({ initial: 1 })
  wasi.initialize({ exports: { memory } })
  const clockTimeGet = wasi.wasiImport.clock_time_get as ClockTimeGet
  const view = new DataView(memory.buffer)
  return () => {
    clockTimeGet(threadCpuTime, 0n, 0)
    return Number(view.getBigUint64(0, true)) / 1e6
  }
}

/** The types of Node declare its types, and no value. */
const runtime = globalThis as unknown as {
  WebAssembly: { Memory: new (size: { initial: number }) => { buffer: ArrayBuffer } }
}

/** Writes nanoseconds to the memory of the program. */
type ClockTimeGet = (clock: number, precision: bigint, address: number) => number
