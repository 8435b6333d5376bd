/** Who is signed in: `GET /sesion/` (D61, D62). */
export interface Session {
  persona: Person
  negocio: Salon
  sesion: { id: number; compartida: boolean; passkey_en: string | null }
  soporte: readonly unknown[]
  /** The server's time. */
  ahora: string
}

export interface Salon {
  negocio_id: string
  slug: string
  nombre: string
  /** `archivo`: its settings are changed in the salon file alone (D68). */
  gestion: 'salon' | 'archivo'
  /** The address of its booking page; null: it has none. */
  pagina_url: string | null
  /** What it has of what a new salon needs. */
  primeros_pasos: Readonly<Record<FirstStep, boolean>>
}

export type FirstStep = 'horarios' | 'servicios' | 'profesionales' | 'pagina' | 'cobros'

export interface Person {
  id: number
  nombre: string
  email: string
  rol: string
  /** The professional whose agenda is their own; null: none. */
  peluquero_id: number | null
  permisos: readonly string[]
}
