/** An access of platform staff to a salon (D66). */
export interface SupportAccessRow {
  id: number
  /** The operator, as in the audit log. */
  requestedBy: string
  reason: string
  canWrite: boolean
  /** It needed no approval. */
  isEmergency: boolean
  requestedAt: Date
  /** null: not approved */
  approvedAt: Date | null
  /** Of the owner who approved it; null: nobody has. */
  approverName: string | null
  refusedAt: Date | null
  /** Of the request until it is approved, then of the access. */
  expiresAt: Date
  /** When the token was issued; null: not yet. */
  enteredAt: Date | null
  endedAt: Date | null
  /** Of the member of staff who ended it; null: not ended, or by an operator. */
  enderName: string | null
}
