import { addDays, Failure } from '@silla/widget/shared'
import type { Agenda, AgendaQuery, Known } from '../api/api.ts'
import type { Host } from '../host/host.ts'
import { keepAgenda, storedAgenda } from '../offline/offline-store.ts'

/**
 * Reads agendas; one that has not changed is not sent again. Those of today and tomorrow are kept on the
 * device, and shown without a connection (D72).
 */
export class AgendaSource {
  readonly #host: Host
  readonly #known = new Map<string, Known<Agenda>>()

  constructor(host: Host) {
    this.#host = host
  }

  #isKept({ fecha, dias = 1 }: AgendaQuery): boolean {
    const today = this.#host.today()
    return dias === 1 && (fecha === today || fecha === addDays(today, 1))
  }

  /** Of everybody, or of the person themselves when they may see no other. */
  async read(query: AgendaQuery): Promise<Agenda> {
    const { api, may, ownProfessional } = this.#host
    const own = may('agenda.todas') ? undefined : (ownProfessional() ?? undefined)
    const wanted = { ...query, peluquero_id: query.peluquero_id ?? own }
    const name = JSON.stringify(wanted)
    try {
      const known = await api.agenda(wanted, this.#known.get(name) ?? null)
      this.#known.set(name, known)
      this.#host.setStoredAt(null)
      if (this.#isKept(wanted)) void keepAgenda(name, known.value, this.#host.now())
      return known.value
    } catch (error) {
      const isOffline = error instanceof Failure && error.code === 'OFFLINE'
      const kept = isOffline ? await storedAgenda(name) : null
      if (!kept) throw error
      this.#host.setStoredAt(kept.at)
      return kept.value
    }
  }
}
