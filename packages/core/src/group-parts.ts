import type { availabilityQueries } from '@silla/db'

type GroupPart = availabilityQueries.GroupPart

/** From `from` to `to`, in minutes since 1970. */
interface Time {
  from: number
  to: number
}

/**
 * Divides the windows of a call where others begin or end, so that what they have in common is read
 * once. Short ones stay whole: searching the index for each of their parts would take longer than
 * reading the claims again.
 *
 * @returns the parts, and for each window the positions of its own, in the order of time
 */
export function groupParts(windows: readonly Time[]): {
  parts: GroupPart[]
  partsOf: number[][]
} {
  const parts: GroupPart[] = []
  const positions = new Map<string, number>()
  const long = windows.filter(isLong)
  const edges = [...new Set(long.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  return { parts, partsOf: windows.map((window) => divide(window).map(positionOf)) }

  function divide(window: Time): GroupPart[] {
    const { from, to } = window
    if (long.length < 2 || !isLong(window)) return [{ from, to, withEarlier: true }]
    const inside = edges.filter((edge) => from <= edge && edge < to)
    return [
      { from, to: from, withEarlier: true },
      ...inside.map((edge, index) => {
        return { from: edge, to: inside[index + 1] ?? to, withEarlier: false }
      }),
    ]
  }

  function positionOf(part: GroupPart): number {
    const key = `${part.from} ${part.to} ${part.withEarlier}`
    const position = positions.get(key) ?? parts.push(part) - 1
    positions.set(key, position)
    return position
  }
}

const isLong = ({ from, to }: Time): boolean => to - from >= minLongMinutes

const minLongMinutes = 7 * 24 * 60
