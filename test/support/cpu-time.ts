import { appendFileSync, existsSync, readFileSync } from 'node:fs'

// `npm test -- --cpu`: where the CPU time of a run goes. It depends far less than the time on the clock
// on what else the machine does.

/** In milliseconds. */
interface CpuTime {
  /** Of this process. */
  own: number
  /** Of the programs that it started and that have ended, with theirs; 0 where there is no /proc. */
  programs: number
}

interface FileCpuTime extends CpuTime {
  file: string
}

/** What this process has used until now. */
export function cpuTime(): CpuTime {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1000, programs: programsCpuTime() }
}

function programsCpuTime(): number {
  if (!existsSync('/proc/self/stat')) return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // behind the name, which may contain anything; in hundredths of a second
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[13]) + Number(fields[14]))
}

/**
 * Measures a test file until the result is called.
 *
 * @param path the file to which the processes of a run append what their test files used
 */
export function measureFile(path: string, file: string): () => void {
  const before = cpuTime()
  return () => {
    const after = cpuTime()
    const used = { own: after.own - before.own, programs: after.programs - before.programs }
    appendFileSync(path, `${JSON.stringify({ file, ...used } satisfies FileCpuTime)}\n`)
  }
}

/** What `measureFile` has written to this file. */
export const readCpuTimes = (path: string): FileCpuTime[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

/**
 * A line for each test file, the most expensive one first, and one for all.
 *
 * @param run what the runner used
 * @param server of `run.programs`, what the database server used
 */
export function cpuTable(files: readonly FileCpuTime[], run: CpuTime, server: number): string {
  const total = ({ own, programs }: CpuTime) => own + programs
  const lines = files
    .toSorted((a, b) => total(b) - total(a))
    .map((each) => `${[total(each), each.own, each.programs].map(seconds).join('')}  ${each.file}`)
  const sum = `${seconds(total(run))} in the whole run, ${seconds(server).trim()} of them in the database server`
  return ['CPU time in seconds', '     all process programs', ...lines, sum].join('\n')
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1).padStart(8)
