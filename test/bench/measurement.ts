import type { Answers, Load } from './load.ts'
import type { Program } from './processes.ts'
import { treeCpuMicroseconds } from './processes.ts'

/** The processes whose CPU time a request takes. */
export interface Measured {
  program: Program
  /** Process id of the PostgreSQL server. */
  postgresPid: number
}

/** One measurement of a row. CPU times are microseconds per response. */
export interface Sample {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  programCpu: number
  postgresCpu: number
  generatorCpu: number
  /** Responses by HTTP status. */
  statuses: Record<string, number>
  silent: number
  /** Of the program, afterwards. */
  residentMegabytes: number
}

/** Sends requests briefly to warm up, then measures. */
export async function measure(
  load: Load,
  { program, postgresPid }: Measured,
  seconds: number,
): Promise<Sample> {
  await load.run(seconds / 4)
  const programBefore = program.cpuMicroseconds()
  const postgresBefore = treeCpuMicroseconds(postgresPid)
  const answers = await load.run(seconds)
  const responses = responsesOf(answers)
  return {
    requestsPerSecond: responses / answers.seconds,
    p50: answers.p50,
    p99: answers.p99,
    programCpu: (program.cpuMicroseconds() - programBefore) / responses,
    postgresCpu: (treeCpuMicroseconds(postgresPid) - postgresBefore) / responses,
    generatorCpu: answers.cpuMicroseconds / responses,
    statuses: answers.statuses,
    silent: answers.silent,
    residentMegabytes: program.residentMegabytes(),
  }
}

const responsesOf = ({ statuses }: Answers): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0)
