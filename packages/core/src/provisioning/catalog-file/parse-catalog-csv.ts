import type { Path } from '../salon-file/parse/yaml-document.ts'
import {
  SalonFileError,
  type SalonFileProblem,
  unknownName,
} from '../salon-file/salon-file-error.ts'
import {
  type CatalogFile,
  type CatalogPart,
  type Column,
  columnsOf,
  type Entry,
  type EntryValue,
} from './catalog-file.ts'
import { type Cell, parseCsv } from './csv.ts'

/**
 * Parses one part of the catalogue from CSV. The first row names the columns, of which `handle` is
 * required. An empty cell removes the value; a missing column keeps it.
 * @throws SalonFileError when the columns are not valid. Problems of single rows are returned, to
 *   be reported together with those of their cells
 */
export function parseCatalogCsv(text: string, fileName: string, part: CatalogPart): CatalogFile {
  const { rows, openQuote } = parseCsv(text)
  const [heading = [], ...lines] = rows
  const columns = columnsOf(part)
  const problems = headingProblems(heading, columns)
  if (openQuote !== null)
    problems.push({ ...placeOf(openQuote), message: 'the quote that opens here is never closed' })
  if (problems.length > 0) throw new SalonFileError(fileName, problems)
  const names = heading.map(nameOf)
  const handleIndex = names.indexOf('handle')
  const entries = new Map<string, Entry>()
  const rowByHandle = new Map<string, Cell[]>()
  for (const cells of lines) {
    const handleCell = cells[handleIndex] ?? cells[0]
    const handle = handleCell?.text.trim() ?? ''
    if (handleCell !== undefined)
      problems.push(...rowProblems(handleCell, handle, rowByHandle.get(handle), cells, names))
    if (handle === '') continue
    rowByHandle.set(handle, cells)
    entries.set(handle, entryOf(cells, names, columns))
  }
  return {
    fileName,
    parts: { [part]: entries },
    problems,
    problem: problemLocator(part, rowByHandle, names),
  }
}

const nameOf = ({ text }: Cell) => text.trim().toLowerCase()

const placeOf = ({ line, column }: { line: number; column: number }) => ({ line, column, path: '' })

function headingProblems(
  heading: readonly Cell[],
  columns: ReadonlyMap<string, Column>,
): SalonFileProblem[] {
  const known = ['handle', ...columns.keys()]
  const names = heading.map(nameOf)
  if (heading.length === 0) return [{ line: 1, column: 1, path: '', message: 'the file is empty' }]
  const problems = heading.flatMap((cell, index) => {
    const name = names[index] ?? ''
    if (names.indexOf(name) < index)
      return [{ ...placeOf(cell), message: `duplicate column "${name}"` }]
    if (known.includes(name)) return []
    return [{ ...placeOf(cell), message: unknownName('column', name, known) }]
  })
  const first = heading[0] as Cell
  return names.includes('handle')
    ? problems
    : [...problems, { ...placeOf(first), message: 'the column "handle" is missing' }]
}

function rowProblems(
  handleCell: Cell,
  handle: string,
  earlier: Cell[] | undefined,
  cells: readonly Cell[],
  names: readonly string[],
): SalonFileProblem[] {
  const extra = cells[names.length]
  const problems: SalonFileProblem[] = []
  if (handle === '') problems.push({ ...placeOf(handleCell), message: 'the handle is missing' })
  if (earlier !== undefined) {
    const message = `duplicate handle "${handle}", first used in line ${earlier[0]?.line}`
    problems.push({ ...placeOf(handleCell), message })
  }
  if (extra !== undefined)
    problems.push({ ...placeOf(extra), message: `the row has more than ${names.length} cells` })
  return problems
}

function entryOf(
  cells: readonly Cell[],
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
): Entry {
  const entry = new Map<string, EntryValue>()
  const texts = new Map<string, Map<string, string | null>>()
  for (const [index, name] of names.entries()) {
    const column = columns.get(name)
    if (column === undefined) continue
    const cell = (cells[index]?.text ?? '').trim().normalize('NFC')
    if (column.kind === 'text') {
      const text = texts.get(column.key) ?? new Map<string, string | null>()
      texts.set(column.key, text.set(column.language ?? '', cell === '' ? null : cell))
      entry.set(column.key, { texts: text })
    } else entry.set(column.key, { value: cell === '' ? null : cellValue(cell, column) })
  }
  return entry
}

/**
 * Converts a cell to the type of its column. A price may have a decimal comma. A cell that cannot
 * be converted stays text; the validation of the salon reports it.
 */
function cellValue(cell: string, { kind }: Pick<Column, 'kind'>): unknown {
  if (kind === 'list') return cell.split(/\s+/)
  if (kind === 'phases') return cell.split(',').map((phase) => phase.trim().replace(/\s+/, ' '))
  const lowerCase = cell.toLowerCase()
  if (kind === 'boolean')
    return lowerCase === 'true' || lowerCase === 'false' ? lowerCase === 'true' : cell
  if (kind === 'value') return cell
  if (kind === 'deposit') {
    const percent = /^(\d+) ?%$/.exec(cell)?.[1]
    const amount = percent === undefined ? cellValue(cell, { kind: 'price' }) : 0
    return percent === undefined ? { amount } : { percent: Number(percent) }
  }
  if (kind === 'cardFees') {
    const [, noShow, lateCancel] = /^(\d+) ?% ?\/ ?(\d+) ?%$/.exec(cell) ?? []
    if (noShow === undefined) return cell
    return { no_show: { percent: Number(noShow) }, late_cancel: { percent: Number(lateCancel) } }
  }
  const number = cell.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : cell
}

/** Finds the cell of a path in the salon file. */
function problemLocator(
  part: CatalogPart,
  rowByHandle: ReadonlyMap<string, readonly Cell[]>,
  names: readonly string[],
) {
  return (path: Path, message: string): SalonFileProblem => {
    const [section, handle, key, language] = path
    const row = section === part ? rowByHandle.get(String(handle)) : undefined
    const index = [`${key}_${language}`, String(key), 'handle']
      .map((name) => names.indexOf(name))
      .find((each) => each >= 0)
    const cell = row?.[index ?? 0] ?? row?.[0]
    return { line: cell?.line ?? 1, column: cell?.column ?? 1, path: path.join('.'), message }
  }
}
