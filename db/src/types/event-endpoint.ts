/** A URL of the salon to which its events are delivered (D42). */
export interface EventEndpoint {
  id: number
  url: string
  /** Of the events to deliver; null: of every type, also of later ones. */
  types: string[] | null
  /** For the staff of the salon. */
  description: string
  isActive: boolean
  /** The first failed attempt since the last success; null: the last attempt succeeded. */
  failingSince: Date | null
  /** When Silla switched it off after failures; null: it did not, or it is active again. */
  disabledAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** An endpoint with what only deliveries need. */
export interface EndpointRow extends EventEndpoint {
  /** Encrypted for the purpose `event-endpoint:{id}`. */
  sealedSecret: Buffer
  /** null, like its end: the secret was never rotated. */
  sealedPreviousSecret: Buffer | null
  /** In real time; the previous secret is valid before it. */
  previousSecretEndsAt: Date | null
  /** Events up to this position have had their first attempt, or are not for this endpoint. */
  position: number
}
