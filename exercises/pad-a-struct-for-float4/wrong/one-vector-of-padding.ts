export const stride = 12;
