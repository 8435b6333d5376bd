/** Who may cause no further email about a booking for now (D30). */
export interface MailLimits {
  /** Seconds until a guest may book again; null: now. */
  waitSeconds(guest: { email: string; clientAddress: string | null }): number | null
  /** What the emails of a guest's booking are counted by; null: not known yet. */
  clientHash(clientAddress: string): string | null
  /** A hash under the key of the deployment, in hexadecimal; null: not known yet. */
  keyedHash(text: string): string | null
}
