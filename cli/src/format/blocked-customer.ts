import type { CustomerCard } from '@silla/core'

/** `blockedAt` is null for a customer who is not blocked. */
export interface BlockedCustomer {
  id: number
  name: string
  email: string
  blockedAt: Date | null
}

/** A customer as the commands that block them print it. */
export const blockedCustomer = ({ id, name, email, blockedAt }: CustomerCard): BlockedCustomer => ({
  id,
  name,
  email,
  blockedAt,
})

/** What a sentence calls a customer. */
export const nameOf = ({ id, email }: { id: number; email: string }): string =>
  email || `Customer ${id}`
