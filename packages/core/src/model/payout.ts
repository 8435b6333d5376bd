export type {
  BalanceEntry,
  BalanceEntryKind,
  Payout,
  PayoutState,
  PayoutSums,
} from '@silla/db'
