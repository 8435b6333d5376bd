import type { Wire } from '@silla/client'

/** What a visitor in another zone calls the place whose time it is. */
export const placeOf = ({
  nombre,
  direccion,
}: Pick<Wire['Negocio'], 'nombre' | 'direccion'>): string => direccion.ciudad || nombre
