import type { Provider } from './fake-message.ts'

/** How many messages a provider accepts a second, by the clock of the server. */
export function openRateLimit(now: () => Date) {
  const limits = new Map<Provider, number>()
  const accepted: Record<Provider, number[]> = { twilio: [], whatsapp: [] }

  return {
    /** @param perSecond null: as many as come */
    set(provider: Provider, perSecond: number | null): void {
      if (perSecond === null) limits.delete(provider)
      else limits.set(provider, perSecond)
    },
    /** Whether one more is accepted now; it counts then. */
    accept(provider: Provider): boolean {
      const limit = limits.get(provider)
      if (limit === undefined) return true
      const second = now().getTime() - 1000
      const times = accepted[provider]
      while (times[0] !== undefined && times[0] <= second) times.shift()
      if (times.length >= limit) return false
      times.push(now().getTime())
      return true
    },
    clear() {
      limits.clear()
      for (const times of Object.values(accepted)) times.length = 0
    },
  }
}
