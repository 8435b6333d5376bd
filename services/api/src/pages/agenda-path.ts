/** Where the agenda is, and below it its files. */
export const agendaPath = '/agenda'
