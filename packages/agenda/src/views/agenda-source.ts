import { addDays, Failure } from '@silla/widget/shared'
import type { Agenda, AgendaQuery, Known } from '../api/api.ts'
import type { Host } from '../host/host.ts'
import { nextPaint } from '../host/next-paint.ts'
import { keepAgenda, storedAgenda } from '../offline/offline-store.ts'

/** What was read for a page: its views, and what it keeps for later, do not read the same twice. */
const knownOf = new WeakMap<Host, Map<string, Known<Agenda>>>()

/**
 * Reads agendas; one that has not changed is not sent again. Those of today and tomorrow are kept on the
 * device, and shown without a connection (D72).
 */
export class AgendaSource {
  readonly #host: Host
  readonly #known: Map<string, Known<Agenda>>
  /** What a view is to show, and what it shows. */
  #wanted = ''
  #shown = ''

  constructor(host: Host) {
    this.#host = host
    this.#known = knownOf.get(host) ?? new Map()
    knownOf.set(host, this.#known)
  }

  #isKept({ fecha, dias = 1 }: AgendaQuery): boolean {
    const today = this.#host.today()
    return dias === 1 && (fecha === today || fecha === addDays(today, 1))
  }

  /** What is in view is not what is wanted: that is being read. */
  get isBehind(): boolean {
    return this.#wanted !== this.#shown
  }

  /**
   * What a view shows next.
   *
   * @param forget called when it cannot be read: what is in view is something else
   * @returns null when the view has gone on meanwhile
   */
  async readNext(query: AgendaQuery, forget: () => void): Promise<Agenda | null> {
    const name = JSON.stringify(query)
    this.#wanted = name
    // that another day is on its way is seen before it takes the time to be rendered
    const painted = this.isBehind && this.#shown !== '' ? nextPaint() : null
    try {
      const agenda = await this.read(query)
      await painted
      if (name !== this.#wanted) return null
      this.#shown = name
      return agenda
    } catch (error) {
      if (name !== this.#wanted) return null
      if (this.isBehind) forget()
      throw error
    }
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
