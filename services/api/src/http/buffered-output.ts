import { destination } from 'pino'

const batchBytes = 32 * 1024
const intervalMilliseconds = 200

/**
 * Standard output for the log. Another thread writes it, in batches, because to start a write takes
 * longer than to format a hundred lines. They are collected here, because sonic-boom, which writes
 * them, copies what it has collected for each line. What is left when the process ends, also by an
 * error, is written then.
 */
export function openBufferedOutput(): { write(line: string): void } {
  const output = destination({
    dest: 1,
    sync: false,
    minLength: batchBytes,
    maxWrite: 2 * batchBytes,
  })
  let lines = ''

  setInterval(() => {
    passOn()
    output.flush()
  }, intervalMilliseconds).unref()
  process.once('exit', () => {
    passOn()
    output.flushSync()
  })

  return {
    write(line) {
      lines += line
      if (lines.length >= batchBytes) passOn()
    },
  }

  function passOn() {
    output.write(lines)
    lines = ''
  }
}
