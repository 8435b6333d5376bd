/**
 * Reads the claims that `app.busy_spans` returns.
 *
 * @param windows how many windows it was given
 * @returns for each window what is taken of its resource: sorted and disjoint, as start, end, start,
 *   end in minutes since 1970
 */
export function busySpansOf(claims: Uint8Array, windows: number): number[][] {
  const view = new DataView(claims.buffer, claims.byteOffset, claims.byteLength)
  const spans: number[][] = []
  let at = 0
  for (let window = 0; window < windows; window++) {
    const end = at + 4 + view.getInt32(at) * claimBytes
    spans.push(spansBetween(view, at + 4, end))
    at = end
  }
  return spans
}

/** A claim of which is known whose it is. */
export interface OwnedClaim {
  resourceId: number
  /** Minutes since 1970. */
  start: number
  end: number
}

/** Reads the blocks, or the claims of a booking, that `app.busy_spans_by_owner` returns. */
export function ownedClaimsOf(claims: Uint8Array): OwnedClaim[] {
  const view = new DataView(claims.buffer, claims.byteOffset, claims.byteLength)
  const found: OwnedClaim[] = []
  for (let at = 0; at < view.byteLength; at += idBytes + claimBytes) {
    found.push({
      resourceId: integerAt(view, at),
      start: minuteAt(view, at + idBytes),
      end: minuteAt(view, at + idBytes + timestampBytes),
    })
  }
  return found
}

const idBytes = 8
const timestampBytes = 8
const claimBytes = 2 * timestampBytes

function spansBetween(view: DataView, from: number, to: number): number[] {
  // a list that grows takes four times the memory, and months have thousands of claims
  const spans = new Array<number>((to - from) / timestampBytes)
  let length = 0
  let isAscending = true
  let end = Number.NEGATIVE_INFINITY
  for (let at = from; at < to; at += claimBytes) {
    const start = minuteAt(view, at)
    if (start < end) isAscending = false
    end = minuteAt(view, at + timestampBytes)
    spans[length++] = start
    spans[length++] = end
  }
  // the spans are disjoint, so that sorting does not separate a start from its end
  return isAscending ? spans : spans.sort((a, b) => a - b)
}

/** A timestamptz in its binary format: microseconds since 2000. */
const minuteAt = (view: DataView, at: number): number =>
  integerAt(view, at) / microsecondsPerMinute + minutesTo2000

/** An int8; a BigInt would be slower. */
const integerAt = (view: DataView, at: number): number =>
  view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)

const microsecondsPerMinute = 60_000_000
const minutesTo2000 = Date.UTC(2000) / 60_000
