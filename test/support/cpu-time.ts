import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'

// `npm test -- --cpu`: where the CPU time of a run goes. It depends far less than the time on the clock
// on what else the machine does.

/** In milliseconds. */
interface CpuTime {
  /** Of the process that runs the test files. */
  own: number
  /** Of the programs that it started, such as Chromium, with theirs; 0 where there is no /proc. */
  programs: number
  /** Of the database server of the run; 0 where there is no /proc. */
  server: number
}

interface FileCpuTime extends CpuTime {
  file: string
}

/** What this process has used until now, and the other programs of its run. */
function cpuTime(): CpuTime {
  const { user, system } = process.cpuUsage()
  const processes = readProcesses()
  const self = processes.get(process.pid)
  const below = (pid: number): number =>
    [...processes.values()]
      .filter(({ parent }) => parent === pid)
      .reduce((sum, each) => sum + each.used + each.ofEnded + below(each.pid), 0)
  const programs = (self?.ofEnded ?? 0) + below(process.pid)
  const ofThisProcess = (self?.used ?? 0) + programs
  return {
    own: (user + system) / 1000,
    programs,
    server: Math.max(0, below(process.ppid) - ofThisProcess),
  }
}

interface Process {
  pid: number
  parent: number
  /** In milliseconds. */
  used: number
  /** Of its programs that have ended, with theirs. */
  ofEnded: number
}

function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>()
  if (!existsSync('/proc/self/stat')) return processes
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const pid = Number(name)
    const fields = statOf(pid)
    if (fields === null) continue
    const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map((index) =>
      Number(fields[index]),
    ) as [number, number, number, number, number]
    processes.set(pid, {
      pid,
      parent,
      used: 10 * (user + system),
      ofEnded: 10 * (userOfEnded + systemOfEnded),
    })
  }
  return processes
}

/** The fields behind the name, which may contain anything; null when the process has ended. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/**
 * Measures a test file until the result is called.
 *
 * @param path the file to which the process of a run appends what its test files used
 */
export function measureFile(path: string, file: string): () => void {
  const before = cpuTime()
  return () => {
    const after = cpuTime()
    const used = {
      own: after.own - before.own,
      programs: after.programs - before.programs,
      server: after.server - before.server,
    }
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

/** A line for each test file, the most expensive one first, and one for all. */
export function cpuTable(files: readonly FileCpuTime[]): string {
  const total = ({ own, programs, server }: CpuTime) => own + programs + server
  const lines = files
    .toSorted((a, b) => total(b) - total(a))
    .map((each) => lineOf([total(each), each.own, each.server, each.programs], each.file))
  const sums = [
    total,
    ...(['own', 'server', 'programs'] as const).map((key) => (each: CpuTime) => each[key]),
  ]
  const sum = lineOf(
    sums.map((of) => files.reduce((before, each) => before + of(each), 0)),
    'all files',
  )
  return ['CPU time in seconds', '     all process  server programs', ...lines, sum].join('\n')
}

const lineOf = (milliseconds: readonly number[], name: string): string =>
  `${milliseconds.map((each) => (each / 1000).toFixed(1).padStart(8)).join('')}  ${name}`
