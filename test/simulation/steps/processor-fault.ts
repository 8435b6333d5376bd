import type { Random } from '../../support/random.ts'
import type { Simulation } from '../simulation.ts'

const faults = [
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'error', when: 'before' },
  { kind: 'error', when: 'after' },
  { kind: 'html', when: 'before' },
  { kind: 'rate_limit' },
] as const

/**
 * Does something, now and then while one to three requests to the processor fail.
 *
 * @returns the fault, for the report; empty: none
 */
export async function withFault(
  { processor, step }: Simulation,
  random: Random,
  work: () => Promise<void>,
): Promise<string> {
  if (!processor.isConnected || !random.chance(0.08)) {
    await work()
    return ''
  }
  const fault = { ...random.pick(faults), times: random.integer(1, 3) }
  step.hasFault = true
  const { fake } = processor
  fake.fault(fault)
  try {
    await work()
  } finally {
    fake.clearFaults()
  }
  return ` (processor: ${fault.kind}, ${fault.times} times)`
}
