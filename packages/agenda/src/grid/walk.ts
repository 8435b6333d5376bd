import type { Columns } from './day-columns.ts'

/**
 * Where an arrow leads: up and down within a column, whose head is above its first piece; sideways to
 * what is nearest in time in the next column. null: nowhere, or another key.
 */
export function walk(
  { columns }: Pick<Columns, 'columns'>,
  at: string,
  key: string,
  isRightToLeft: boolean,
): string | null {
  const index = columns.findIndex(
    (column) => column.key === at || column.pieces.some((piece) => piece.key === at),
  )
  const column = columns[index]
  if (!column) return null
  const stops = [column.key, ...column.pieces.map((piece) => piece.key)]
  const position = stops.indexOf(at)
  const beside = (step: number): string | null => {
    const other = columns[index + step]
    if (!other) return null
    const from = column.pieces[position - 1]?.from
    if (from === undefined) return other.key
    const [nearest] = [...other.pieces].sort(
      (a, b) => Math.abs(a.from - from) - Math.abs(b.from - from),
    )
    return nearest?.key ?? other.key
  }
  const forward = isRightToLeft ? -1 : 1
  const keys: Record<string, () => string | null | undefined> = {
    ArrowUp: () => stops[position - 1],
    ArrowDown: () => stops[position + 1],
    ArrowLeft: () => beside(-forward),
    ArrowRight: () => beside(forward),
    Home: () => stops[0],
    End: () => stops.at(-1),
  }
  return keys[key]?.() ?? null
}
