import type { Agenda, AgendaQuery, KnownAgenda } from '../api/api.ts'
import type { Host } from '../host/host.ts'

/** Reads agendas; one that has not changed is not sent again. */
export class AgendaSource {
  readonly #host: Host
  readonly #known = new Map<string, KnownAgenda>()

  constructor(host: Host) {
    this.#host = host
  }

  /** Of everybody, or of the person themselves when they may see no other. */
  async read(query: AgendaQuery): Promise<Agenda> {
    const { api, may, ownProfessional } = this.#host
    const own = may('agenda.todas') ? undefined : (ownProfessional() ?? undefined)
    const wanted = { ...query, peluquero_id: query.peluquero_id ?? own }
    const name = JSON.stringify(wanted)
    const known = await api.agenda(wanted, this.#known.get(name) ?? null)
    this.#known.set(name, known)
    return known.agenda
  }
}
