/** Who is signed in: `GET /sesion/` (D61, D62). */
export interface Session {
  persona: Person
  negocio: { negocio_id: string; slug: string; nombre: string }
  sesion: { id: number; compartida: boolean; passkey_en: string | null }
  soporte: readonly unknown[]
  /** The server's time. */
  ahora: string
}

export interface Person {
  id: number
  nombre: string
  email: string
  puesto: string
  /** The professional whose agenda is their own; null: none. */
  peluquero_id: number | null
  permisos: readonly string[]
}
