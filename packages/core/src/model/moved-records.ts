/** How much of a customer became that of another. */
export interface MovedRecords {
  bookings: number
  orders: number
  payments: number
  waitlistEntries: number
  notes: number
  consents: number
  importedRows: number
  /** The balance. */
  points: number
  /** Of both, without the consent to data about health. */
  deletedAllergies: number
}
