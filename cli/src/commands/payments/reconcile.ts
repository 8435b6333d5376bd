import { Flags } from '@oclif/core'
import type { BookDifference } from '@silla/core'
import { businessFlag } from '../../business-flag.ts'
import { Problem } from '../../problem.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsReconcile extends SillaCommand {
  static override summary = 'Compare our books with the processor'
  static override description =
    'Reads every payment again that has not come to its end, then compares what the processor lists with ours and prints every difference that is left. Nothing is moved. The worker does the same every night. Ends with 1 when something differs; docs/payments.md says what to do then.'
  static override examples = [
    '<%= config.bin %> payments reconcile --business barberia-centro',
    '<%= config.bin %> payments reconcile --business barberia-centro --days 30 --json',
  ]
  static override flags = {
    business: businessFlag,
    days: Flags.integer({ description: 'How many days back.', default: 2, min: 1, max: 366 }),
  }

  async run() {
    const { flags } = await this.parse(PaymentsReconcile)
    const [{ compareBooks }, { processors }, { table }] = await Promise.all([
      import('@silla/core'),
      import('../../processor.ts'),
      import('../../table.ts'),
    ])
    const worker = await this.worker(flags.business)
    const to = worker.clock.now()
    const from = new Date(to.getTime() - flags.days * 86_400_000)
    const differences = await compareBooks(worker, processors(), { from, to })
    if (differences.length === 0) {
      this.log(`The books of ${flags.business} and the processor agree (${flags.days} days).`)
      return { differences }
    }
    this.log(table(['Payment', 'Intent', 'Account', 'What', 'Ours', "Processor's"], differences.map(rowOf)))
    const count = `${differences.length} difference${differences.length === 1 ? '' : 's'}`
    throw new Problem(`${count} between the books of ${flags.business} and the processor.`, { differences })
  }
}

function rowOf(difference: BookDifference): string[] {
  const { kind, account, intentRef } = difference
  switch (kind) {
    case 'not_in_our_books':
      return ['-', intentRef, account, 'not in our books', '-', cents(difference.receivedCents, difference.currency)]
    case 'not_at_processor':
      return [String(difference.paymentId), intentRef, account, 'not at the processor', 'there', '-']
    default:
      return [String(difference.paymentId), intentRef, account, kind, ...said(difference.ours, difference.processors)]
  }
}

const cents = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`

const said = (...both: (string | number)[]) =>
  both.map((one) => (typeof one === 'number' ? (one / 100).toFixed(2) : one))
