export const stride = 7;
