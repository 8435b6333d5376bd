/** Which businesses have sent requests lately, as far as it matters how requests are scheduled. */
export interface RecentBusinesses {
  /** Called for every request whose business is known, so it takes next to no time. */
  note(businessId: string): void
  /** Whether another business has sent one in the last milliseconds. */
  hasOthers(businessId: string, milliseconds: number): boolean
}

export function createRecentBusinesses(
  now: () => number = () => performance.now(),
): RecentBusinesses {
  let latest = { businessId: '', at: Number.NEGATIVE_INFINITY }
  /** The latest request of any business but that of `latest`. */
  let other = latest

  return {
    note(businessId) {
      const at = now()
      if (businessId === latest.businessId) latest.at = at
      else {
        other = latest
        latest = { businessId, at }
      }
    },
    hasOthers(businessId, milliseconds) {
      const { at } = businessId === latest.businessId ? other : latest
      return at >= now() - milliseconds
    },
  }
}
