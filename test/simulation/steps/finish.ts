import type { Random } from '../../support/random.ts'
import type { Simulation } from '../simulation.ts'
import { advanceDispute, isOpenDispute } from './money-back.ts'
import { passUntil } from './pass-time.ts'

const day = 86_400_000
/** A payment that nobody makes is closed after a day, and checked every 12 hours at least. */
const days = 2

/**
 * Brings everything to its end: banks decide, the events that are left arrive, and the worker has some
 * days for the rest.
 */
export async function finish(
  simulation: Simulation,
  random: Random,
  runStep: (work: () => Promise<string>) => Promise<void>,
): Promise<void> {
  if (simulation.rows.payments.length + simulation.rows.cards.length === 0) return
  await runStep(async () => {
    decide(simulation, random)
    await simulation.events?.deliver(random, { all: true })
    return 'the last events arrive'
  })
  for (let count = 0; count < days; count++) {
    await runStep(async () => {
      await passUntil(simulation, random, simulation.model.now() + day, 'prompt')
      decide(simulation, random)
      await simulation.events?.deliver(random, { all: true })
      return 'a day passes'
    })
  }
}

/** Ends payments in processing, pending refunds and open disputes at the processor. */
function decide({ processor, model }: Simulation, random: Random): void {
  for (const { id, status } of processor.intents()) {
    if (status !== 'processing' && status !== 'requires_action') continue
    processor.settle(id, random.chance(0.7), model.now())
  }
  for (const { id, status } of processor.setups())
    if (status === 'requires_action') processor.settleSetup(id, random.chance(0.7), model.now())
  for (const { id, status } of processor.refunds())
    if (status === 'pending') processor.fake.completeRefund(id)
  for (const each of processor.disputes())
    while (isOpenDispute(each)) advanceDispute(processor.fake, each, random)
}
