/** They do nothing, so that only Temporal's part is measured. */
export const check = async (input: object): Promise<object> => input;

export const send = async (checked: object): Promise<object> => checked;

export const settle = async (sent: object): Promise<object> => sent;
