/** One thing to mend in a salon file; `line` and `column` count from 1. */
export interface SalonFileProblem {
  line: number
  column: number
  /** Where in the file, in its own words: `services.corte.price`; empty for the file as a whole. */
  path: string
  message: string
}

/** A salon file that cannot be read, with every problem found, in the order of the file. */
export class SalonFileError extends Error {
  readonly fileName: string
  readonly problems: SalonFileProblem[]

  constructor(fileName: string, problems: readonly SalonFileProblem[]) {
    const different = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
    const all = [...different.values()].sort((a, b) => a.line - b.line || a.column - b.column)
    const observation = all.slice(0, mostProblemsTold)
    const more = all.length - observation.length
    const lines = observation.map((problem) => lineOf(fileName, problem))
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.name = 'SalonFileError'
    this.fileName = fileName
    this.problems = observation
  }
}

/** Beyond this many the file is not a salon file with mistakes but another file. */
const mostProblemsTold = 100

function lineOf(fileName: string, { line, column, path, message }: SalonFileProblem): string {
  return `${fileName}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`
}
