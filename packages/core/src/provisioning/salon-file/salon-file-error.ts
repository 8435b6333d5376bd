import { closestMatch } from '../../text.ts'

/** An error at one place of a salon file; `line` and `column` start at 1. */
export interface SalonFileProblem {
  line: number
  column: number
  /** The place by its keys, such as `services.corte.price`; empty for the file as a whole. */
  path: string
  message: string
}

/** Thrown for a file that is not valid, with all problems found, in the order of the file. */
export class SalonFileError extends Error {
  readonly fileName: string
  readonly problems: SalonFileProblem[]

  constructor(fileName: string, problems: readonly SalonFileProblem[]) {
    const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
    const all = [...unique.values()].sort((a, b) => a.line - b.line || a.column - b.column)
    const reported = all.slice(0, maxReportedProblems)
    const more = all.length - reported.length
    const lines = reported.map((problem) => formatProblem(fileName, problem))
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.name = 'SalonFileError'
    this.fileName = fileName
    this.problems = reported
  }
}

/** A file with more problems than this is probably not a salon file at all. */
const maxReportedProblems = 100

function formatProblem(
  fileName: string,
  { line, column, path, message }: SalonFileProblem,
): string {
  return `${fileName}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`
}

/** `unknown service "cotre". Did you mean "corte"? Known: corte, tinte` */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const names = [...known]
  const closest = closestMatch(name, names)
  const hint = closest === null ? '' : ` Did you mean "${closest}"?`
  return `unknown ${kind} "${name}".${hint} Known: ${formatNames(names)}`
}

/** `corte, tinte`; a long list is cut off. */
export function formatNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const listed = names.slice(0, maxListedNames).join(', ')
  return names.length > maxListedNames ? `${listed} ...` : listed
}

const maxListedNames = 20
