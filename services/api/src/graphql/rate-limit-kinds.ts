import type { LimitedKind } from '../limits/kinds.ts'

/** Fields that are counted by themselves too, as their twins of REST are (D27). */
const kinds: Readonly<Record<string, LimitedKind>> = {
  crear_reserva: 'create',
  crear_pedido: 'create',
  reserva_por_codigo: 'lookUp',
  crear_intent: 'intent',
  registro: 'auth',
  login: 'auth',
  verificar_otp: 'auth',
  reenviar_otp: 'auth',
  renovar_sesion: 'auth',
}

/**
 * How many of each kind fields of the first level stand for: under other names a field is asked for
 * as often as it is written.
 */
export function kindsOf(roots: ReadonlyMap<string, number>): ReadonlyMap<LimitedKind, number> {
  const counted = new Map<LimitedKind, number>()
  for (const [field, times] of roots) {
    const kind = kinds[field]
    if (kind !== undefined) counted.set(kind, (counted.get(kind) ?? 0) + times)
  }
  return counted
}
