/** Of the query of a status callback: the reference of the message that it is about. */
export const referenceParameter = 'referencia'
