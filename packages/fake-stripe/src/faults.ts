/**
 * What goes wrong with the next calls. `before` the effect nothing happens at the processor,
 * `after` it only the answer is lost.
 *
 * - `hold`: waits until `release()`; `delay`: waits `ms`. Before: the processor is slow, its key in
 * use. After: its answer is.
 * - `silence`: never answers. `reset`: the connection breaks. `html`: what a proxy says. `error`:
 * 500, kept for the key when after.
 * - `rate_limit`: 429, always before.
 */
export interface Fault {
  kind: 'hold' | 'delay' | 'silence' | 'reset' | 'html' | 'error' | 'rate_limit'
  /** `before` unless told; `silence` comes after */
  when?: 'before' | 'after'
  /** any method unless told */
  method?: string
  /** `/v1/payment_intents` exactly, or with stars: `/v1/payment_intents/*`; any path unless told */
  path?: string
  /** how many calls it meets; 1 unless told */
  times?: number
  /** of a delay */
  ms?: number
}

export interface FaultHandle {
  /** Settles when a call has met the fault. */
  reached: Promise<void>
  /** Lets go of what a hold keeps, and ends the fault. */
  release(): void
}

/** A fault as it meets a call. */
export interface TriggeredFault {
  kind: Fault['kind']
  when: 'before' | 'after'
  /** Settles when a hold or a delay is over. */
  over(): Promise<void>
}

/** The faults that wait for their calls; the first one that fits is taken. */
export function openFaults() {
  const held = new Set<() => void>()
  const waiting = new Set<{
    fault: Fault
    left: number
    met: TriggeredFault
    reach(): void
    release(): void
  }>()

  function add(fault: Fault): FaultHandle {
    const released = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const entry = {
      fault,
      left: fault.times ?? 1,
      reach: reached.resolve,
      met: { kind: fault.kind, when: whenOf(fault), over: () => overFor(fault, released.promise) },
      release() {
        waiting.delete(entry)
        held.delete(entry.release)
        released.resolve()
      },
    }
    waiting.add(entry)
    held.add(entry.release)
    return { reached: reached.promise, release: entry.release }
  }

  return {
    add,
    meet(method: string, path: string): TriggeredFault | null {
      const found = [...waiting].find(({ fault }) => fits(fault, method, path))
      if (found === undefined) return null
      found.left -= 1
      if (found.left === 0) waiting.delete(found)
      found.reach()
      return found.met
    },
    /** No more faults; what is held goes on. */
    clear() {
      waiting.clear()
      for (const release of held) release()
      held.clear()
    },
  }
}

const whenOf = ({ kind, when }: Fault) =>
  kind === 'rate_limit' ? 'before' : (when ?? (kind === 'silence' ? 'after' : 'before'))

function fits({ method, path }: Fault, calledMethod: string, calledPath: string): boolean {
  if (method !== undefined && method.toUpperCase() !== calledMethod) return false
  if (path === undefined) return true
  const pattern = path.split('*').map((part) => RegExp.escape(part))
  return new RegExp(`^${pattern.join('.*')}$`).test(calledPath)
}

async function overFor({ kind, ms = 0 }: Fault, released: Promise<void>): Promise<void> {
  if (kind === 'hold') return released
  if (kind !== 'delay') return
  const alarm = Promise.withResolvers<void>()
  const timer = setTimeout(alarm.resolve, ms)
  await Promise.race([alarm.promise, released])
  clearTimeout(timer)
}
