import type { ProcessorAccount } from '../../ports/processor.ts'

/** What the processor says of an account. */
export interface AccountStatus {
  account: string
  cardPayments: ProcessorAccount['cardPayments']
  /** It may charge cards (D20). */
  ready: boolean
}

export const isReady = ({ cardPayments }: Pick<ProcessorAccount, 'cardPayments'>): boolean =>
  cardPayments === 'active'
