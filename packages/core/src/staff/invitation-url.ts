const staffPath = '/equipo/'
const invitationPath = `${staffPath}invitacion/`

/** The page on which people of the salon sign in. */
export const staffPageUrl = (staffUrl: string): string => `${staffUrl}${staffPath}`

/**
 * The link of an invitation. The token is in the fragment, which browsers send to no server and no
 * other page.
 *
 * @param staffUrl the address at which staff sign in
 */
export const invitationUrl = (staffUrl: string, token: string): string =>
  `${staffUrl}${invitationPath}#${token}`

/** The link of the salon's people to a visit in the agenda. */
export const visitUrl = (staffUrl: string, bookingId: number): string =>
  `${staffUrl}/agenda?cita=${bookingId}`

/** The link of an owner to download everything of the salon, with the token in the fragment likewise. */
export const downloadUrl = (staffUrl: string, token: string): string =>
  `${staffUrl}/agenda/ajustes?parte=descarga#${token}`
