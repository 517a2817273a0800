/** Detects a CSV file's delimiter from its header: no column name contains a comma or a semicolon. */
export const delimiterOf = (csv: string) => (/^[^\n,]*;/.test(csv.trimStart()) ? ';' : ',');
