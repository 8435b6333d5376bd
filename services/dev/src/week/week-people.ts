/** The people of a demo salon's week, who are invented; their phone numbers are of no network. */
export interface WeekPeople {
  /** Customers whom the salon knows, each with a phone. */
  known: readonly string[]
  phoneOf(index: number): string
  /** Who comes in without a booking. */
  walkIns: readonly string[]
  /** Why somebody is not in. */
  blocks: readonly string[]
  notes: readonly { kind: 'note' | 'formula' | 'preference'; text: string }[]
  waiting: readonly string[]
}

const digits = (index: number, length: number): string => String(index).padStart(length, '0')

const barbershop: WeekPeople = {
  known: [
    ...['Álvaro Núñez', 'Bruno Salas', 'Claudia Reyes', 'Diego Arroyo', 'Eva Montes'],
    ...['Fran Peña', 'Gonzalo Ríos', 'Héctor Lara', 'Irene Campos', 'Jorge Vidal'],
    ...['Kevin Mora', 'Leo Marín', 'Miguel Ángel Cano', 'Nico Duarte', 'Óscar Prieto'],
    ...['Pablo Herrero', 'Quique Nadal', 'Raúl Iglesias', 'Sergio Bravo', 'Teresa Gallo'],
    ...['Unai Etxeberria', 'Víctor Sanz', 'Yusuf Benali', 'Zoe Carrasco'],
  ],
  phoneOf: (index) => `+346000${digits(10_100 + index, 5)}`,
  walkIns: ['Dani', 'Señor del quiosco', 'Rubén', 'Amigo de Leo'],
  blocks: ['Proveedor', 'Médico', 'Limpieza a fondo'],
  notes: [
    { kind: 'preference', text: 'Navaja no: solo máquina y tijera.' },
    { kind: 'formula', text: '7.1 con 20 volúmenes, 25 minutos.' },
    { kind: 'note', text: 'Viene con su hijo los viernes.' },
    { kind: 'preference', text: 'Café solo, y la silla de la ventana.' },
  ],
  waiting: ['Gonzalo Ríos', 'Irene Campos'],
}

const dubai: WeekPeople = {
  known: [
    ...['عائشة الشامسي', 'بشرى النعيمي', 'Chloe Martin', 'دلال الحوسني', 'Elena Petrova'],
    ...['فرح الكتبي', 'Hannah Osei', 'جميلة السويدي', 'Leila Haddad', 'مها المزروعي'],
    ...['نورة الفلاسي', 'Olivia Grant', 'رنا خوري', 'Sofia Rossi', 'شيخة المهيري', 'Zara Khan'],
  ],
  phoneOf: (index) => `+97150000${digits(1100 + index, 4)}`,
  walkIns: ['Mia', 'ضيفة الفندق'],
  blocks: ['اجتماع الفريق', 'توصيل المنتجات'],
  notes: [
    { kind: 'formula', text: '6.35 + 20 vol, 35 min' },
    { kind: 'preference', text: 'تفضل غرفة هادئة.' },
    { kind: 'note', text: 'Allow ten more minutes for her long hair.' },
  ],
  waiting: ['Olivia Grant'],
}

const neighbourhood: WeekPeople = {
  known: [
    ...['Adela Ramos', 'Benita Soler', 'Conchi Vega', 'Encarna Gil', 'Felisa Ortiz'],
    ...['Herminia Polo', 'Isabel Luna', 'Josefa Cid', 'Manoli Rey', 'Paquita Sáez'],
  ],
  phoneOf: (index) => `+346000${digits(20_100 + index, 5)}`,
  walkIns: ['Una vecina'],
  blocks: ['Recados'],
  notes: [
    { kind: 'formula', text: 'Castaño claro 5.3, raíz.' },
    { kind: 'preference', text: 'Secador no muy caliente.' },
  ],
  waiting: ['Manoli Rey'],
}

/** By the slug of the salon's file. */
export const peopleOfSalon: Readonly<Record<string, WeekPeople>> = {
  'barberia-lavapies': barbershop,
  'oasis-dubai': dubai,
  vecina: neighbourhood,
}
