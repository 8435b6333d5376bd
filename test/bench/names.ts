import { openRandom, type Random } from '../support/random.ts'

// Names as they occur in Spain: few are those of many people. The numbers are shares in per mille, rounded.

const firstNames: readonly (readonly [weight: number, name: string])[] = [
  ...([
    [27, 'María Carmen'],
    [25, 'María'],
    [22, 'Carmen'],
    [18, 'Ana María'],
    [17, 'Laura'],
  ] as const),
  ...([
    [15, 'María Pilar'],
    [15, 'María Dolores'],
    [14, 'Isabel'],
    [14, 'Josefa'],
    [13, 'Marta'],
  ] as const),
  ...([
    [13, 'Cristina'],
    [12, 'María Teresa'],
    [12, 'Ana'],
    [12, 'Lucía'],
    [11, 'Francisca'],
  ] as const),
  ...([
    [11, 'María José'],
    [10, 'Sara'],
    [10, 'Paula'],
    [10, 'Elena'],
    [9, 'Raquel'],
  ] as const),
  ...([
    [9, 'Rosa María'],
    [8, 'Pilar'],
    [8, 'Concepción'],
    [8, 'Manuela'],
    [7, 'Mercedes'],
  ] as const),
  ...([
    [7, 'Marina'],
    [6, 'Rocío'],
    [6, 'Beatriz'],
    [5, 'Nuria'],
    [5, 'Noor'],
    [4, 'Íñigo'],
  ] as const),
  ...([
    [26, 'Antonio'],
    [24, 'Manuel'],
    [22, 'José'],
    [21, 'Francisco'],
    [19, 'David'],
  ] as const),
  ...([
    [18, 'Juan'],
    [16, 'Javier'],
    [15, 'Daniel'],
    [14, 'José Antonio'],
    [13, 'Carlos'],
  ] as const),
  ...([
    [12, 'Jesús'],
    [11, 'Alejandro'],
    [11, 'Miguel'],
    [10, 'Rafael'],
    [9, 'Pablo'],
  ] as const),
  ...([
    [9, 'Ángel'],
    [8, 'Sergio'],
    [8, 'Fernando'],
    [7, 'Jorge'],
    [7, 'Mario'],
    [6, 'Marcos'],
  ] as const),
  ...([
    [6, 'Mohamed'],
    [5, 'Óscar'],
    [4, 'Omar'],
    [3, 'Gonzalo'],
    [3, 'Zoe'],
    [2, 'Ignacio'],
  ] as const),
]

const surnames: readonly (readonly [weight: number, name: string])[] = [
  ...([
    [31, 'García'],
    [19, 'Rodríguez'],
    [19, 'González'],
    [18, 'Fernández'],
    [18, 'López'],
  ] as const),
  ...([
    [18, 'Martínez'],
    [17, 'Sánchez'],
    [16, 'Pérez'],
    [11, 'Gómez'],
    [10, 'Martín'],
  ] as const),
  ...([
    [8, 'Jiménez'],
    [8, 'Hernández'],
    [8, 'Ruiz'],
    [7, 'Díaz'],
    [7, 'Moreno'],
    [7, 'Muñoz'],
  ] as const),
  ...([
    [6, 'Álvarez'],
    [6, 'Romero'],
    [5, 'Gutiérrez'],
    [5, 'Alonso'],
    [5, 'Navarro'],
  ] as const),
  ...([
    [4, 'Torres'],
    [4, 'Domínguez'],
    [4, 'Ramos'],
    [4, 'Vázquez'],
    [4, 'Ramírez'],
    [4, 'Gil'],
  ] as const),
  ...([
    [4, 'Serrano'],
    [4, 'Morales'],
    [4, 'Molina'],
    [3, 'Blanco'],
    [3, 'Suárez'],
    [3, 'Castro'],
  ] as const),
  ...([
    [3, 'Ortega'],
    [3, 'Delgado'],
    [3, 'Ortiz'],
    [3, 'Marín'],
    [3, 'Rubio'],
    [3, 'Núñez'],
  ] as const),
  ...([
    [3, 'Medina'],
    [3, 'Sanz'],
    [3, 'Castillo'],
    [3, 'Iglesias'],
    [3, 'Cortés'],
    [3, 'Garrido'],
  ] as const),
  ...([
    [2, 'Santos'],
    [2, 'Guerrero'],
    [2, 'Lozano'],
    [2, 'Cano'],
    [2, 'Cruz'],
    [2, 'Méndez'],
  ] as const),
  ...([
    [2, 'Prado'],
    [2, 'Prat'],
    [2, 'Vidal'],
    [2, 'Haddad'],
    [1, 'Zubiri'],
    [1, 'Quiroga'],
  ] as const),
]

/** A customer as a salon writes them down; every second surname is one that few have. */
export interface Person {
  name: string
  email: string
  phone: string
}

/** Always the same people in the same order. */
export function inventPeople(count: number, seed: number): Person[] {
  const random = openRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const name = `${random.weighted(firstNames)} ${surnameOf(random)} ${surnameOf(random)}`
    const address = name
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase()
      .replaceAll(' ', '.')
    return {
      name,
      email: `${address}.${index}@example.com`,
      phone: `+346${String(random.integer(0, 99_999_999)).padStart(8, '0')}`,
    }
  })
}

/** Two of five people have a surname that is not among the common ones. */
const surnameOf = (random: Random): string =>
  random.chance(0.6) ? random.weighted(surnames) : rareSurname(random)

const rareSurname = (random: Random): string => {
  const syllables = Array.from({ length: random.integer(2, 3) }, () =>
    random.pick(syllablesOfNames),
  )
  const [first = '', ...rest] = syllables.join('')
  return first.toUpperCase() + rest.join('')
}

const syllablesOfNames = (
  'al ar ba be bo ca ce co cu da del des do es fe fi fo ga gue gui ja jo la le li lo lla ma me mi mo ' +
  'mu na ne ni no pa pe pi po que qui ra re ri ro sa se si so ta te ti to tu va ve vi ya za zu'
).split(' ')
